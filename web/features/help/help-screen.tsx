import { useParams } from '@tanstack/react-router';
import { NotFoundScreen } from '../../ui/not-found-screen.tsx';
import { articleOf } from './articles.ts';
import { HelpArticle } from './help-article.tsx';

/** How to connect a system, for everyone: also for the person who only makes the key. */
export function HelpScreen() {
  const { atsType = '' } = useParams({ strict: false });
  const article = articleOf(atsType);
  return article ? <HelpArticle article={article} /> : <NotFoundScreen />;
}
