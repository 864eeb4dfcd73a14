import { Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { lessonTags } from '../../../contract/lesson-html.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { formatLongDate } from '../../lib/dates.ts';
import { log } from '../../lib/log.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { CleanHtml } from '../../ui/clean-html.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { PublicPage } from './public-page.tsx';
import type { Lang } from '../../../contract/fields.ts';

interface PageText {
  title: string;
  /** The date on which the text takes effect. */
  version: string;
  html: string;
}

const pageLoaders = {
  privacy: {
    en: () => import('virtual:page/privacy/en'),
    ru: () => import('virtual:page/privacy/ru'),
    de: () => import('virtual:page/privacy/de'),
  },
  offer: {
    en: () => import('virtual:page/offer/en'),
    ru: () => import('virtual:page/offer/ru'),
    de: () => import('virtual:page/offer/de'),
  },
} satisfies Record<string, Record<Lang, () => Promise<{ page: PageText }>>>;

type PageName = keyof typeof pageLoaders;

const isPageName = (name: string): name is PageName => Object.hasOwn(pageLoaders, name);

const loadPage = async (name: PageName, language: Lang): Promise<PageText> =>
  (await pageLoaders[name][language]()).page;

type State = { kind: 'loading' } | { kind: 'missing' } | { kind: 'here'; text: PageText };

function usePage(name: string): { state: State; again: () => void } {
  const { language } = useApp().preferences;
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isUnmounted = false;
    const show = (next: State): void => {
      if (!isUnmounted) setState(next);
    };
    setState({ kind: 'loading' });
    if (isPageName(name))
      loadPage(name, language)
        .then((text) => show({ kind: 'here', text }))
        .catch((error: unknown) => {
          log.warn('a page did not load', error);
          show({ kind: 'missing' });
        });
    return () => {
      isUnmounted = true;
    };
  }, [name, language, attempt]);
  return { state, again: () => setAttempt(attempt + 1) };
}

/** /pages/privacy and /pages/offer: public, and available offline after the app is installed. */
export function PageScreen(): ReactElement {
  const { name } = useParams({ from: '/pages/$name' });
  const { language } = useApp().preferences;
  const { state, again } = usePage(name);
  const title = state.kind === 'here' ? state.text.title : '…';
  const version = state.kind === 'here' ? formatLongDate(state.text.version) : '';
  return (
    <PublicPage isText title={title} lead={version !== '' && <Trans>As of {version}</Trans>}>
      <Card>
        {state.kind === 'loading' && <Skeleton rows={6} leading="none" />}
        {state.kind === 'missing' && (
          <EmptyState
            action={
              <Button variant="soft" onPress={again}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            <Trans>This page is not on this device yet. Go online to load it.</Trans>
          </EmptyState>
        )}
        {state.kind === 'here' && <CleanHtml html={state.text.html} lang={language} tags={lessonTags} />}
      </Card>
      <Stack>
        <TextLink to="/">
          <Trans>Back to app</Trans>
        </TextLink>
      </Stack>
    </PublicPage>
  );
}
