import type { AtsType } from '../../../contract/ats.ts';
import type { Article } from './article.ts';
import { ashby } from './articles/ashby.ts';
import { bambooHr } from './articles/bamboo-hr.ts';
import { breezy } from './articles/breezy.ts';
import { bullhorn } from './articles/bullhorn.ts';
import { greenhouse } from './articles/greenhouse.ts';
import { greenhouseOnboarding } from './articles/greenhouse-onboarding.ts';
import { jazzHr } from './articles/jazz-hr.ts';
import { lever } from './articles/lever.ts';
import { smartRecruiters } from './articles/smart-recruiters.ts';
import { teamtailor } from './articles/teamtailor.ts';
import { workable } from './articles/workable.ts';

export const articles: Record<AtsType, Article> = {
  greenhouse,
  greenhouseOnboarding,
  lever,
  ashby,
  bambooHr,
  bullhorn,
  smartRecruiters,
  workable,
  teamtailor,
  breezy,
  jazzHr,
};

export const hasArticle = (type: string): type is AtsType => Object.hasOwn(articles, type);
