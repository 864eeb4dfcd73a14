import { countDown, playVideos } from './extras.ts';
import { takeOverForms } from './visitor-form.ts';

takeOverForms();
playVideos();
countDown();
