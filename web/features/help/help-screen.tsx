import { useParams } from '@tanstack/react-router';
import { NotFoundScreen } from '../../ui/not-found-screen.tsx';
import { hasArticle } from './articles.ts';
import { HelpArticle } from './help-article.tsx';

/** How to connect a system, for everyone: also for the person who only makes the key. */
export function HelpScreen() {
  const { atsType = '' } = useParams({ strict: false });
  return hasArticle(atsType) ? <HelpArticle type={atsType} /> : <NotFoundScreen />;
}
