import { Link } from '@tanstack/react-router';
import { ATS_NAMES, AtsType } from '../../../contract/ats.ts';
import { paths } from '../../paths.ts';
import { articles } from './articles.ts';
import classes from './help.module.css';
import { HelpPage, Part, Terms } from './help-page.tsx';
import { Troubles } from './troubles.tsx';

const PICTURES = {
  ashby: {
    src: '/help/connect-ashby.png',
    alt: 'The dialog Connect Ashby: the rights that the key needs, a field for the API key, and the buttons Test connection and Save.',
  },
  workable: {
    src: '/help/connect-workable.png',
    alt: 'The dialog Connect Workable: the rights that the key needs, a field for the subdomain, a field for the access token, and the buttons Test connection and Save.',
  },
};

export function HelpArticle({ type }: { type: AtsType }) {
  const name = ATS_NAMES[type];
  const article = articles[type];
  const { picture, webhookSteps } = article;
  return (
    <HelpPage title={`Connect ${name}`}>
      <p>
        Your candidates come in from {name} by themselves
        {article.goesBack.length > 0 && ', and your texts go back as notes'}. You need a key for {name}, and
        an admin in Hiretext.
      </p>

      <Part title={`Get a key for ${name}`}>
        <p>
          <b>Who can do this:</b> {article.who}
        </p>
        <Steps steps={article.keySteps} />
      </Part>

      {(article.rights.length > 0 || article.aboutRights) && (
        <Part title="Rights">
          {article.aboutRights && <p>{article.aboutRights}</p>}
          <Points points={article.rights} />
        </Part>
      )}

      <Part title="Enter it in Hiretext">
        <Steps
          steps={[
            `Open Integrations in the sidebar, and click Connect on ${name}.`,
            'Fill in the fields.',
            'Click Test connection. If it works, click Save. The first sync begins right away.',
          ]}
        />
        <Terms terms={article.fields} />
        {article.oauth && (
          <p>
            If the dialog shows Connect with {name}, you don't need a key: click it, sign in at {name}, and
            allow what it lists.
          </p>
        )}
        <figure className={classes.picture}>
          <img src={PICTURES[picture].src} alt={PICTURES[picture].alt} loading="lazy" />
          {picture !== type && <figcaption>This is the dialog for {ATS_NAMES[picture]}.</figcaption>}
        </figure>
        <p>
          <Link to={paths.integrations}>Open Integrations</Link>
        </p>
      </Part>

      <Part title="How changes arrive">
        <p>{article.changes}</p>
        {webhookSteps && (
          <>
            <h3>Add the webhook by hand</h3>
            <Steps steps={webhookSteps} />
          </>
        )}
      </Part>

      <Part title="What syncs">
        <h3>From {name} to Hiretext</h3>
        <Points points={article.comesIn} />
        {article.goesBack.length > 0 && (
          <>
            <h3>From Hiretext to {name}</h3>
            <Points points={article.goesBack} />
          </>
        )}
        <h3>What doesn't</h3>
        <Points
          points={[...article.doesNot, "People without a phone number stay out, since you can't text them."]}
        />
      </Part>

      <Part title={`When you disconnect ${name}`}>
        <p>
          Your candidates and conversations stay. The jobs, stages and interviews that we read from {name} are
          removed, notes that wait are never written, and webhooks that we set up are removed. Delete the key
          in {name} too. To stop for a while only, click Pause.
        </p>
      </Part>

      <Part title="If something goes wrong">
        <Troubles name={name} article={article} />
      </Part>

      <nav className={classes.others} aria-label="Other systems">
        <h2>Other systems</h2>
        <ul>
          {AtsType.options
            .filter((other) => other !== type)
            .map((other) => (
              <li key={other}>
                <Link to={paths.help} params={{ atsType: other }}>
                  {ATS_NAMES[other]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </HelpPage>
  );
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function Points({ points }: { points: string[] }) {
  return (
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
