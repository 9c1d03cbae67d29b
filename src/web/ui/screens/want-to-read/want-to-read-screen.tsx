import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { ask } from '../../api/query'
import { buttonClass, IconButton } from '../../components/button'
import { CoverArt } from '../../components/cover'
import {
  BookmarkIcon,
  ChevronDownIcon,
  CloseIcon,
  HandleIcon,
  MoreIcon,
} from '../../components/icons'
import { keepFocus } from '../../components/keep-focus'
import { announce } from '../../components/live-region'
import { Menu } from '../../components/menu'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { toast } from '../../components/toast'
import { withId } from '../../components/work/use-action'
import { formatDate, t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import { moved } from './moved'
import styles from './want-to-read.module.css'

type Entry = Schemas['WantToReadEntry']

const question = ask('/api/v1/want-to-read', {
  params: { query: { pageSize: 500, sort: 'custom' } },
})

export function WantToReadScreen() {
  usePageTitle(t('Want to read'))
  const answer = useQuery(question)
  const queue = useQueue()
  if (answer.isError && !answer.data) {
    return <ErrorState error={answer.error} retry={answer.refetch} />
  }
  if (!answer.data) return <Loading />
  const { data: entries, total } = answer.data
  return (
    <>
      <header className={styles.head}>
        <h1>{t('Want to read')}</h1>
        <span>{t('{total, plural, one {# entry} other {# entries}}', { total })}</span>
      </header>
      {entries.length === 0 ? (
        <EmptyState icon={BookmarkIcon} title={t('Nothing is waiting')}>
          <p>{t('Press “Want to read” on a series or book, and it stands here in your order.')}</p>
          <Link to="/library" search={{}} className={buttonClass('plain')}>
            {t('Go to the library')}
          </Link>
        </EmptyState>
      ) : (
        <Queue entries={entries} {...queue} />
      )}
      {total > entries.length && (
        <p className={styles.more}>
          {t('These are the first {count}.', { count: entries.length })}
        </p>
      )}
    </>
  )
}

/** Changes show at once; the server's order comes back where it refuses. */
function useQueue() {
  const queries = useQueryClient()
  const keep = (entries: Entry[]) =>
    queries.setQueryData(question.queryKey, (known) => known && { ...known, data: entries })
  const refresh = () => queries.invalidateQueries({ queryKey: [question.queryKey[0]] })
  const failed = (error: unknown) => {
    toast(errorWords(error))
    void refresh()
  }
  const order = useMutation({
    mutationFn: (entries: Entry[]) =>
      answerOf(
        api.PUT('/api/v1/want-to-read', { body: { entryIds: entries.map(({ id }) => id) } }),
      ),
    onMutate: keep,
    onError: failed,
  })
  const removal = useMutation({
    mutationFn: ({ itemType, seriesId, bookId }: Entry): Promise<unknown> =>
      itemType === 'series'
        ? answerOf(api.DELETE('/api/v1/want-to-read/series/{id}', withId(seriesId ?? '')))
        : answerOf(api.DELETE('/api/v1/want-to-read/books/{id}', withId(bookId ?? ''))),
    onSuccess: refresh,
    onError: failed,
  })
  return { order: order.mutate, remove: removal.mutate }
}

/** Which entry is carried, and over which. */
function useDrag() {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const letGo = () => {
    setDragged(null)
    setOver(null)
  }
  return { dragged, over, setDragged, setOver, letGo }
}

interface QueueProps {
  entries: Entry[]
  order: (entries: Entry[]) => void
  remove: (entry: Entry) => void
}

function Queue({ entries, order, remove }: QueueProps) {
  const { dragged, over, setDragged, setOver, letGo } = useDrag()
  const move = (from: number, to: number) => {
    if (to < 0 || to >= entries.length || from === to) return
    keepFocus()
    order(moved(entries, from, to))
    announce(t('{name}: place {place}', { name: entries[from]?.title ?? '', place: to + 1 }))
  }
  return (
    <ol role="list" className={styles.queue}>
      {entries.map((entry, position) => (
        <li
          key={entry.id}
          className={styles.entry}
          data-over={over === position && dragged !== position}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            setDragged(position)
          }}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(position)
          }}
          onDragEnd={letGo}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== null) move(dragged, position)
            letGo()
          }}
        >
          <HandleIcon className={styles.handle} />
          <span className={styles.place}>{position + 1}</span>
          <EntryLink entry={entry} onKey={(by) => move(position, position + by)} />
          <EntryButtons
            name={entry.title}
            isFirst={position === 0}
            isLast={position === entries.length - 1}
            move={(by) => move(position, position + by)}
            moveTo={(end) => move(position, end === 'top' ? 0 : entries.length - 1)}
            remove={() => remove(entry)}
          />
        </li>
      ))}
    </ol>
  )
}

interface ButtonsProps {
  name: string
  isFirst: boolean
  isLast: boolean
  move: (by: -1 | 1) => void
  moveTo: (end: 'top' | 'end') => void
  remove: () => void
}

const EntryButtons = ({ name, isFirst, isLast, move, moveTo, remove }: ButtonsProps) => (
  <>
    <IconButton
      label={t('Move {name} up', { name })}
      icon={ChevronDownIcon}
      className={styles.up}
      aria-disabled={isFirst}
      onClick={() => move(-1)}
    />
    <IconButton
      label={t('Move {name} down', { name })}
      icon={ChevronDownIcon}
      aria-disabled={isLast}
      onClick={() => move(1)}
    />
    <Menu
      trigger={<IconButton label={t('More for {name}', { name })} icon={MoreIcon} />}
      groups={[
        {
          items: [
            { label: t('To the top'), disabled: isFirst, onSelect: () => moveTo('top') },
            { label: t('To the end'), disabled: isLast, onSelect: () => moveTo('end') },
          ],
        },
        { items: [{ label: t('Take out'), icon: CloseIcon, onSelect: remove }] },
      ]}
    />
  </>
)

/** Alt and an arrow move the entry that is focused. */
function EntryLink({ entry, onKey }: { entry: Entry; onKey: (by: -1 | 1) => void }) {
  const id = entry.seriesId ?? entry.bookId ?? ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onKey(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Link
      to={entry.itemType === 'series' ? '/series/$id' : '/book/$id'}
      params={{ id }}
      className={styles.link}
      draggable={false}
      onKeyDown={onKeyDown}
    >
      <CoverArt kind={entry.itemType} id={id} className={styles.art} />
      <span>
        <b>{entry.title}</b>
        <small>
          {entry.itemType === 'series' ? t('A series') : t('Book')} ·{' '}
          {t('since {date}', { date: formatDate(entry.addedAt) })}
        </small>
      </span>
    </Link>
  )
}
