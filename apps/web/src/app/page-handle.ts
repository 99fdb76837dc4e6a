/** What a page tells the shell about itself. */
export interface PageHandle {
  title: string;
  /** The page has a heading of its own, so the title in the bar is none. */
  hasOwnHeading?: boolean;
}
