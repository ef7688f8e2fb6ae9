import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';

const parts = {
  subject: 'Your code to sign in',
  paragraphs: ['Enter this code to sign in.', 'It works for 10 minutes.'],
};

describe('a mail', () => {
  it('says the same in text and in HTML', () => {
    const { subject, text, html } = compose({
      ...parts,
      code: '123456',
      button: { label: 'Sign in', url: 'https://texts.example.com/magicLinkSuccess?token=a.b-c_d' },
      footnote: "If you didn't ask for this, you can ignore this email.",
    });
    expect(subject).toBe('Your code to sign in');
    expect(text).toBe(
      [
        'Enter this code to sign in.',
        'It works for 10 minutes.',
        '123456',
        'Sign in:\nhttps://texts.example.com/magicLinkSuccess?token=a.b-c_d',
        "If you didn't ask for this, you can ignore this email.",
        'Hiretext',
      ].join('\n\n'),
    );
    for (const said of [
      'Your code to sign in',
      ...parts.paragraphs,
      '>123456<',
      '>Sign in<',
      'If you didn&#39;t ask',
    ])
      expect(html).toContain(said);
    expect(html.split('https://texts.example.com/magicLinkSuccess?token=a.b-c_d')).toHaveLength(4);
  });

  it('has no code, button or footnote that it was not given', () => {
    const { text, html } = compose(parts);
    expect(text).toBe('Enter this code to sign in.\n\nIt works for 10 minutes.\n\nHiretext');
    expect(html).not.toMatch(/<a |class="[^"]*(code|rule)/);
  });

  it('loads nothing from anywhere', () => {
    const { html } = compose({ ...parts, button: { label: 'Open', url: 'https://texts.example.com/' } });
    expect(html).not.toMatch(/<(img|link|script|iframe|form|object|base)\b|\bsrc=|url\(|@import|@font-face/i);
  });
});

describe('names of people', () => {
  const evil = `<script>alert(1)</script><img src=x onerror="alert('2')">&amp; Zoë`;

  it('are shown as they are written, HTML or not', () => {
    const { html, text, subject } = compose({
      subject: evil,
      paragraphs: [`${evil} invited you.`],
      code: evil,
      button: { label: evil, url: 'https://texts.example.com/?a="><script>&b=\'' },
      footnote: evil,
    });
    expect(html).not.toMatch(/<(script|img)\b/);
    expect(html.match(/<[^>]*\bonerror/)).toBeNull();
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;2&#39;)&quot;&gt;&amp;amp; Zoë invited you.',
    );
    expect([...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'https://texts.example.com/?a=%22%3E%3Cscript%3E&amp;b=%27',
      'https://texts.example.com/?a=%22%3E%3Cscript%3E&amp;b=%27',
    ]);
    expect(text).toContain(`${evil} invited you.`);
    expect(subject).toBe(evil);
  });

  it.each(['\n', '\r\n\r\n', '\u0000', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066\n'])(
    'make no lines and turn nothing around: %j',
    (trouble) => {
      const { subject, text } = compose({
        subject: `Ana${trouble}Bcc: eve@example.com`,
        paragraphs: [`Ana${trouble}Pay here: https://evil.example invited you.`],
      });
      expect(subject).toBe('Ana Bcc: eve@example.com');
      expect(text).toBe('Ana Pay here: https://evil.example invited you.\n\nHiretext');
    },
  );
});

describe('a button', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@example.com', '/reset-password', ''])(
    'does not lead to %j',
    (url) => {
      expect(() => compose({ ...parts, button: { label: 'Open', url } })).toThrow();
    },
  );
});
