import { Trans, useLingui } from '@lingui/react/macro';
import IconDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import { MAX_CONTACT_CATEGORIES } from '../../../contract/values.ts';
import { CategoryDot } from '../../components/contact/category-dot.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { List, Row } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { categoriesOf, moveCategory } from './category-actions.ts';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './contact-form.module.css';

const CategorySheet = lazy(() =>
  import('./category-sheet.tsx').then(({ CategorySheet: Sheet }) => ({ default: Sheet })),
);
const DeleteCategory = lazy(() =>
  import('./category-delete.tsx').then(({ DeleteCategory: Dialog }) => ({ default: Dialog })),
);

type OpenDialog =
  | { is: 'sheet'; category: ContactCategory | null }
  | { is: 'delete'; category: ContactCategory }
  | null;

/** /contacts/categories: the user's own contact categories in the order that the user chose. */
export function CategoriesScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const all = useLiveQuery(async () => categoriesOf(db, actor.user_id), [db, actor]);
  const badges = useLiveQuery(async () => savedBadges(db, 'contact_categories'), [db]);
  const [open, setOpen] = useState<OpenDialog>(null);
  const [isSorting, setSorting] = useState(false);
  const move = useMove(all ?? []);
  const addButton = (
    <Button
      icon={<IconPlus aria-hidden="true" />}
      isDisabled={(all?.length ?? 0) >= MAX_CONTACT_CATEGORIES}
      writes
      onPress={() => setOpen({ is: 'sheet', category: null })}
    >
      <Trans>New category</Trans>
    </Button>
  );
  return (
    <Screen title={t`Categories`} back={<BackLink to="/contacts">{t`Contacts`}</BackLink>} narrow>
      {!all && <Skeleton leading="none" />}
      {all?.length === 0 && (
        <EmptyState action={addButton}>
          <Trans>Use categories to group your contacts, such as family, neighbours or colleagues.</Trans>
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <div className={styles.form}>
          <List aria-label={t`Categories`}>
            {all.map((category, index) => (
              <Row
                key={category.id}
                leading={<CategoryDot color={category.color} />}
                title={category.name}
                wrapTitle
                onPress={() => setOpen({ is: 'sheet', category })}
                badge={!isSorting && <RowSyncBadge badge={badges?.get(category.id)} />}
                trailing={
                  isSorting && (
                    <MoveButtons
                      category={category}
                      isFirst={index === 0}
                      isLast={index === all.length - 1}
                      move={move}
                    />
                  )
                }
              />
            ))}
          </List>
          <div className={styles.orders}>
            {addButton}
            {all.length > 1 && (
              <Button variant="soft" aria-pressed={isSorting} onPress={() => setSorting(!isSorting)}>
                {isSorting ? <Trans context="ends sorting">Done</Trans> : <Trans>Change order</Trans>}
              </Button>
            )}
          </div>
          {all.length >= MAX_CONTACT_CATEGORIES && (
            <p className={styles.quiet}>
              <Trans>You have reached the limit of {MAX_CONTACT_CATEGORIES} categories.</Trans>
            </p>
          )}
        </div>
      )}
      <Suspense>
        {open?.is === 'sheet' && (
          <CategorySheet
            category={open.category}
            all={all ?? []}
            onClose={() => setOpen(null)}
            onDelete={() => open.category && setOpen({ is: 'delete', category: open.category })}
          />
        )}
        {open?.is === 'delete' && <DeleteCategory category={open.category} onClose={() => setOpen(null)} />}
      </Suspense>
    </Screen>
  );
}

type Move = (category: ContactCategory, by: 1 | -1) => void;

function useMove(all: readonly ContactCategory[]): Move {
  const store = useStore();
  const toastError = useWriteError();
  return (category, by) => void moveCategory(store, category, by, all).catch(toastError);
}

type MoveButtonsProps = { category: ContactCategory; isFirst: boolean; isLast: boolean; move: Move };

function MoveButtons({ category, isFirst, isLast, move }: MoveButtonsProps): ReactElement {
  const { t } = useLingui();
  const { name } = category;
  return (
    <div className={styles.moves}>
      <IconButton aria-label={t`Move ${name} up`} isDisabled={isFirst} writes onPress={() => move(category, -1)}>
        <IconUp aria-hidden="true" />
      </IconButton>
      <IconButton aria-label={t`Move ${name} down`} isDisabled={isLast} writes onPress={() => move(category, 1)}>
        <IconDown aria-hidden="true" />
      </IconButton>
    </div>
  );
}
