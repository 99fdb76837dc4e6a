/** Divides long work, such as a start, into several tasks: between them the browser shows frames and handles input. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
