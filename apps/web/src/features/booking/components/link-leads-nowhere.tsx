const texts = {
  meeting: {
    title: 'This meeting request cannot be found',
    text: 'It may have been withdrawn, or the address is not complete. Ask the person who sent it for a new link.',
  },
  event: {
    title: 'This invitation cannot be found',
    text: 'The event may be long over, or the address is not complete. Ask the person who sent it.',
  },
  link: {
    title: 'This link does not work',
    text: 'It may have expired, or the address is not complete. Ask the person who sent it for a new one.',
  },
};

export function LinkLeadsNowhere({ kind }: { kind: keyof typeof texts }) {
  const { title, text } = texts[kind];
  return (
    <div className="notice within">
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="row">
        <a className="button" href="/">
          Go to the home page
        </a>
      </div>
    </div>
  );
}
