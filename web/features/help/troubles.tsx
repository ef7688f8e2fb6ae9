import type { Article } from './article.ts';
import classes from './help.module.css';

/** A message, or what people see, and what to do. */
export function Troubles({ name, article }: { name: string; article: Article }) {
  const { oauth } = article;
  const rows: [string, string][] = [
    [
      `${name} didn't accept the key.`,
      `Check that you copied all of it and that it's still there in ${name}. If not, get a new one and enter it with Change key.`,
    ],
    [
      `The key is missing a right in ${name}.`,
      `We name the right that is missing. Add it in ${name}, then click Sync now. Or make a new key with it and enter that with Change key.`,
    ],
    [
      `We can't reach ${name} right now.`,
      `${name} is down or slow. You don't have to do anything: we try again automatically, and notes wait.`,
    ],
    ...(oauth
      ? ([
          [
            'ATS integration failed. Please try again.',
            `The sign-in at ${name} was canceled or took longer than ten minutes. Begin again, and allow what it lists.`,
          ],
          [
            `${name} no longer accepts our sign-in.`,
            `Someone removed Hiretext in ${name}, or the person who signed in lost access. Click Connect with ${name} again.`,
          ],
          ['Your browser blocked the window.', 'Allow pop-ups for Hiretext in your browser, then try again.'],
        ] as [string, string][])
      : []),
    ...article.trouble,
    [
      'A candidate is missing',
      `They have no phone number in ${name}, or the key can't see them. Add the number there, then click Sync now.`,
    ],
  ];
  return (
    <table className={classes.troubles}>
      <thead>
        <tr>
          <th scope="col">What you see</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, todo]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{todo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
