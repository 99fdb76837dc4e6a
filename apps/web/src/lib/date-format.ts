/**
 * A format in the browser's language, made when it is first used: the browser takes milliseconds for each, and
 * before the first screen that is time in which the page does not respond.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions | (() => Intl.DateTimeFormatOptions),
): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => {
    made ??= new Intl.DateTimeFormat(undefined, typeof options === 'function' ? options() : options);
    return made;
  };
}
