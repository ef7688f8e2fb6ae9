import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Analytics, Figure } from '../../../contract/analytics.ts';
import classes from './analytics.module.css';
import { BehindLink } from './behind-link.tsx';
import { daysInWords } from './days.ts';
import { Explain } from './explain.tsx';
import { changeOf, glossary, type TopFigure, topFigures, valueInWords } from './figures.ts';
import { countInWords } from './numbers-in-words.ts';

const arrows = { up: IconArrowUp, down: IconArrowDown, same: null };

/** The figures in a row, each with what has changed. */
export function FigureCards({ data }: { data: Analytics }) {
  return (
    <ul className={classes.cards} aria-label="Figures">
      {topFigures.map((top) => (
        <FigureCard key={top.figure} top={top} data={data} />
      ))}
      <Card figure="waiting" value={countInWords(data.waiting)} isEmpty={data.waiting === 0} />
    </ul>
  );
}

function FigureCard({ top, data }: { top: TopFigure; data: Analytics }) {
  const { figure, kind, of } = top;
  const value = of(data.figures);
  const second = top.second?.(data.figures);
  const change = changeOf(top, data.figures, data.previousFigures);
  const Arrow = change?.way && arrows[change.way];
  return (
    <Card figure={figure} value={valueInWords(kind, value)} isEmpty={!value}>
      {second && (
        <span>
          {second.figure ? (
            <BehindLink
              behind={{ figure: second.figure }}
              label={`${second.words}, ${glossary[second.figure].label}: see conversations`}
            >
              {second.words}
            </BehindLink>
          ) : (
            second.words
          )}
        </span>
      )}
      {data.team && <span>{`Team: ${valueInWords(kind, of(data.team))}`}</span>}
      {change && (
        <span className={classes.change}>
          {Arrow && <Arrow size={14} aria-hidden />}
          {change.words ? (
            <>
              <span aria-hidden>{change.short}</span>
              <span className={classes.unseen}>{`${change.words} ${daysInWords(data.previous)}`}</span>
            </>
          ) : (
            change.short
          )}
        </span>
      )}
    </Card>
  );
}

function Card({
  figure,
  value,
  isEmpty,
  children,
}: {
  figure: Figure;
  value: string;
  /** No conversations are behind it. */
  isEmpty: boolean;
  children?: ReactNode;
}) {
  const { label, counts } = glossary[figure];
  return (
    <li className={classes.card}>
      <span className={classes.label}>
        {label}
        <Explain label={label} words={counts} />
      </span>
      <span className={classes.value}>
        {isEmpty ? (
          value
        ) : (
          <BehindLink behind={{ figure }} label={`${value}, ${label}: see conversations`}>
            {value}
          </BehindLink>
        )}
      </span>
      {children}
    </li>
  );
}

export function FigureCardsSkeleton() {
  return (
    <ul className={classes.cards} aria-hidden>
      {[...topFigures.map(({ figure }) => figure), 'waiting'].map((figure) => (
        <li key={figure} className={classes.card}>
          <Skeleton height={12} width="60%" my={6} />
          <Skeleton height={20} width="40%" my={6} />
          <Skeleton height={10} width="70%" my={4} />
        </li>
      ))}
    </ul>
  );
}
