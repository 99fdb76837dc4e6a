import type { Post } from '../src/features/site/model/content.ts';
import { escapeHtml as escapeXml } from '../src/features/site/model/html.ts';
import { ORIGIN, PRODUCT_NAME, type SitePage } from '../src/features/site/model/page.ts';

/** Atom (RFC 4287) with the whole posts. */
export function writeFeed(posts: readonly Post[], path: string): string {
  const entries = posts.map(
    ({ slug, title, summary, date, tags, body }) => `  <entry>
    <title>${escapeXml(title)}</title>
    <id>${ORIGIN}/blog/${slug}</id>
    <link rel="alternate" type="text/html" href="${ORIGIN}/blog/${slug}"/>
    <published>${date}T00:00:00Z</published>
    <updated>${date}T00:00:00Z</updated>
${tags.map((tag) => `    <category term="${escapeXml(tag)}"/>\n`).join('')}    <summary>${escapeXml(summary)}</summary>
    <content type="html" xml:base="${ORIGIN}/blog/${slug}">${escapeXml(body.text)}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title>${PRODUCT_NAME}: blog</title>
  <id>${ORIGIN}/blog</id>
  <link rel="self" type="application/atom+xml" href="${ORIGIN}${path}"/>
  <link rel="alternate" type="text/html" href="${ORIGIN}/blog"/>
  <author><name>${PRODUCT_NAME}</name></author>
  <updated>${posts[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>
${entries.join('')}</feed>
`;
}

/** https://www.sitemaps.org/protocol.html */
export function writeSitemap(pages: readonly SitePage[]): string {
  const addresses = pages
    .filter(({ isHidden }) => !isHidden)
    .map(
      ({ path, publishedOn }) =>
        `  <url><loc>${ORIGIN}${path}</loc>${publishedOn === undefined ? '' : `<lastmod>${publishedOn}</lastmod>`}</url>\n`,
    );
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('')}</urlset>
`;
}

/** RFC 9309. Links to meetings and bookings are secrets of their recipients. */
export function writeRobots(): string {
  return `User-agent: *
Disallow: /api/
Disallow: /oidc/
Disallow: /event/
Disallow: /p/
Disallow: /sandbox

Sitemap: ${ORIGIN}/sitemap.xml
`;
}
