import type { PageMaker } from '../model/page.ts';
import { homePage } from './home.ts';

/** The page for a path; null if the site has no such page. Pages other than home load lazily. */
export async function findPage(path: string): Promise<PageMaker | null> {
  if (path === '/') return homePage;
  const [, area, slug, ...more] = path.split('/');
  if (more.length > 0) return null;
  switch (area) {
    case 'features': {
      const { featuresPage, featurePage } = await import('./features.ts');
      return slug === undefined ? featuresPage : featurePage(slug);
    }
    case 'blog': {
      const { blogPage, blogPostPage } = await import('./blog.ts');
      return slug === undefined ? blogPage : blogPostPage(slug);
    }
    case 'policies': {
      const { policiesPage, policyPage } = await import('./policies.ts');
      return slug === undefined ? policiesPage : policyPage(slug);
    }
    default:
      return null;
  }
}
