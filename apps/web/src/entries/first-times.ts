import { addFirstTimes } from '../features/booking/model/first-times.ts';
import { readPageData } from '../features/booking/model/page-data.ts';

/**
 * A part of booking pages, within their HTML: it shows the first free times before the page's other scripts are loaded.
 * Pages in a frame of another site have no content that it could add to.
 */
const root = document.getElementById('root');
const data = readPageData();
if (root && data) addFirstTimes(root, data, window.location.search);
