import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Keyword } from '../../../contract/keywords.ts';
import { personName } from '../../../contract/person-name.ts';
import * as routes from '../../../contract/routes.ts';
import { urlOf } from '../../lib/api/api.ts';
import { downloadFile } from '../../lib/api/download-file.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { counted } from '../../lib/words.ts';
import rows from '../../ui/rows.module.css';
import classes from './keywords.module.css';

export function KeywordRow({
  keyword: item,
  isOwn,
  onEdit,
  onDelete,
}: {
  keyword: Keyword;
  isOwn: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { id, keyword, answer, tags, questions, phoneNumberFormatted, owner } = item;
  const download = useSave({
    save: (what: 'poster' | 'qr') =>
      what === 'poster'
        ? downloadFile(
            urlOf(routes.getKeywordPoster, { params: { id } }),
            `${keyword.toLowerCase()}-poster.pdf`,
          )
        : downloadFile(urlOf(routes.getKeywordQr, { params: { id } }), `${keyword.toLowerCase()}-qr.svg`),
  });
  const facts = [
    questions.length > 0 && counted(questions.length, 'question'),
    tags.length > 0 && tags.join(', '),
    !isOwn && (owner ? personName(owner) : 'Free seat'),
  ].filter(Boolean);
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.headline}>
          <button type="button" className={rows.name} aria-label={`Edit ${keyword}`} onClick={onEdit}>
            {keyword}
          </button>
          <span className={classes.number}>
            {phoneNumberFormatted ? `to ${phoneNumberFormatted}` : 'has no number now'}
          </span>
        </div>
        <p className={classes.answer}>{answer}</p>
        {facts.length > 0 && <p className={rows.facts}>{facts.join(' · ')}</p>}
      </div>
      <div className={rows.tools}>
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`More for ${keyword}`}
              loading={download.isPending}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {phoneNumberFormatted && (
              <>
                <Menu.Item onClick={() => download.run('poster')}>Download poster</Menu.Item>
                <Menu.Item onClick={() => download.run('qr')}>Download QR code</Menu.Item>
              </>
            )}
            <Menu.Item onClick={onEdit}>Edit</Menu.Item>
            <Menu.Item color="var(--danger)" onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
