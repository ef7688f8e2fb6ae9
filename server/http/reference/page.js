/* Draws the API reference in the browser, with the samples of each call. */

const KEY = 'hiretext:sample';

function samples({ React, specSelectors }) {
  const h = React.createElement;
  return function Samples({ path, method }) {
    const [label, choose] = React.useState(() => localStorage.getItem(KEY) ?? 'curl');
    const [copied, setCopied] = React.useState(false);
    const all = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])?.toJS() ?? [];
    const shown = all.find((sample) => sample.label === label) ?? all[0];
    if (shown === undefined) return null;
    const button = (sample) =>
      h(
        'button',
        {
          key: sample.label,
          type: 'button',
          'aria-pressed': sample === shown,
          onClick: () => {
            localStorage.setItem(KEY, sample.label);
            setCopied(false);
            choose(sample.label);
          },
        },
        sample.label,
      );
    const copy = h(
      'button',
      {
        type: 'button',
        className: 'copy',
        onClick: () => navigator.clipboard.writeText(shown.source).then(() => setCopied(true)),
      },
      copied ? 'Copied' : 'Copy',
    );
    return h(
      'section',
      { className: 'samples', 'aria-label': 'Request sample' },
      h('div', { className: 'samples-bar' }, all.map(button), copy),
      // A keyboard can scroll it.
      h('pre', { tabIndex: 0 }, h('code', null, shown.source)),
    );
  };
}

/** Above the parameters of each call. */
function withSamples(system) {
  const Samples = samples(system);
  return {
    wrapComponents: {
      parameters: (Original) => (props) =>
        system.React.createElement(
          system.React.Fragment,
          null,
          system.React.createElement(Samples, { path: props.pathMethod[0], method: props.pathMethod[1] }),
          system.React.createElement(Original, props),
        ),
    },
  };
}

document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
window.SwaggerUIBundle({
  url: document.getElementById('reference').dataset.url,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  defaultModelRendering: 'model',
  defaultModelExpandDepth: 2,
  plugins: [withSamples],
});
