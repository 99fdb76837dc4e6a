/** What pages load of meeting requests when it is needed: one module, so that they share its script. */
export { MeetingRequests } from './meeting-requests.tsx';
export { NewRequestSheet } from './new-request-sheet.tsx';
