import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button, IconButton } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { RefreshIcon, SearchIcon, TrashIcon } from '../../../components/icons'
import { listsPath } from '../../../components/lists/list-requests'
import { withId } from '../../../components/use-action'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ChooseBook } from '../import/choose-book'
import { formatEntry } from '../import/import-requests'
import styles from '../import/import.module.css'

type Entry = Schemas['ReadingListMissingEntries']['entries'][number]

interface MissingDialogProps {
  listId: string
  entries: readonly Entry[]
  onClose: () => void
}

const shownAtOnce = 100

export function MissingDialog({ listId, entries, onClose }: MissingDialogProps) {
  const lookAgain = useChange({
    act: () => readResponse(api.POST('/api/v1/readlists/{id}/missing/match', withId(listId))),
    done: ({ foundCount }) =>
      foundCount === 0
        ? t('Nothing new was found')
        : t('{count, plural, one {# book was added} other {# books were added}}', {
            count: foundCount,
          }),
    stale: [listsPath('readlist')],
    onDone: ({ missingCount }) => {
      if (missingCount === 0) onClose()
    },
    once: true,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Missing entries')}
      actions={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            icon={RefreshIcon}
            busy={lookAgain.isPending}
            onClick={() => lookAgain.mutate()}
          >
            {t('Search again')}
          </Button>
        </>
      }
    >
      <p>
        {t('The books for these entries are not in the library. The entries are kept for exports.')}
      </p>
      <Entries listId={listId} entries={entries} />
    </Dialog>
  )
}

function Entries({ listId, entries }: Omit<MissingDialogProps, 'onClose'>) {
  const [count, setCount] = useState(shownAtOnce)
  const [choosing, setChoosing] = useState<Entry>()
  const remove = useChange({
    act: (entryId: string) =>
      readResponse(
        api.DELETE('/api/v1/readlists/{id}/missing/{entryId}', {
          params: { path: { id: listId, entryId } },
        }),
      ),
    stale: [listsPath('readlist')],
  })
  return (
    <>
      <ul role="list" aria-label={t('Missing entries')} className={styles.entries}>
        {entries.slice(0, count).map((entry) => {
          const name = formatEntry(entry)
          return (
            <li key={entry.id} className={styles.missing}>
              <span>{name}</span>
              <IconButton
                label={t('Choose book for {name}', { name })}
                icon={SearchIcon}
                onClick={() => setChoosing(entry)}
              />
              <IconButton
                label={t('Remove {name}', { name })}
                icon={TrashIcon}
                onClick={() => remove.mutate(entry.id)}
              />
            </li>
          )
        })}
      </ul>
      {entries.length > count && (
        <Button onClick={() => setCount(count + shownAtOnce)}>{t('Show more')}</Button>
      )}
      {choosing && (
        <ChooseForEntry listId={listId} entry={choosing} onClose={() => setChoosing(undefined)} />
      )}
    </>
  )
}

interface ChooseForEntryProps {
  listId: string
  entry: Entry
  onClose: () => void
}

function ChooseForEntry({ listId, entry, onClose }: ChooseForEntryProps) {
  const choose = useChange({
    act: (bookId: string) =>
      readResponse(
        api.PUT('/api/v1/readlists/{id}/missing/{entryId}/book', {
          params: { path: { id: listId, entryId: entry.id } },
          body: { bookId },
        }),
      ),
    stale: [listsPath('readlist')],
    onDone: onClose,
  })
  return (
    <ChooseBook
      entry={entry}
      onClose={onClose}
      onChoose={(decision) => {
        if (typeof decision === 'object') choose.mutate(decision.bookId)
      }}
    />
  )
}
