import { startCountdowns, playVideosOnPress } from './extras.ts';
import { enhanceForms } from './visitor-form.ts';

enhanceForms();
playVideosOnPress();
startCountdowns();
