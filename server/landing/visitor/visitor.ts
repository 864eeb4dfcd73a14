import { countDown, playVideos } from './extras.ts';
import { enhanceForms } from './visitor-form.ts';

enhanceForms();
playVideos();
countDown();
