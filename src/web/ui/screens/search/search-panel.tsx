/** Search input with results, used by the command palette and the search screen. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
} from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery, queryClient } from '../../api/query'
import { Button } from '../../components/controls/button'
import { ClockIcon, SearchIcon } from '../../components/icons'
import { ErrorState } from '../../components/feedback/states'
import { foldText } from '../../i18n/fold-text'
import { t } from '../../i18n/i18n'
import { useDebounced } from '../../components/use-debounced'
import { useStore } from '../../state/store'
import { buildHitGroups, type Hit, type HitGroup } from './results/hits'
import { Group, HitLine } from './results/hit-lines'
import { SearchSuggestions } from './results/search-suggestions'
import { useDestinations } from './results/use-destinations'
import { useHitArrowKeys } from './results/use-arrow-keys'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches'
import styles from './search.module.css'

interface PanelProps {
  words: string
  onWords: (words: string) => void
  /** Called when a result has been opened. */
  onDone?: () => void
  /** Number of results of each kind. */
  limit: number
  foot?: ReactNode
  /** Wraps the result list. */
  around?: (list: ReactNode, groups: readonly HitGroup[]) => ReactNode
  /** The search input. */
  box?: RefObject<HTMLInputElement | null> | undefined
}

const typingMs = 130

export function SearchPanel(props: PanelProps) {
  const { words, onWords, onDone, limit, foot, box, around = alone } = props
  const id = useId()
  const settled = useDebounced(words.trim(), typingMs)
  const { groups, hasPlaces, answer } = useHits(settled, limit)
  const hits = groups.flatMap((group) => group.hits)
  const { open, read } = useOpenHit(words, onDone)
  const isFound = settled === '' || !(answer.isPending || answer.isPlaceholderData)
  const isCurrent = words.trim() === settled && isFound
  const walk = useHitArrowKeys({ id, hits, words, isCurrent, open, read })
  const list = (
    <FoundList
      id={id}
      groups={groups}
      walk={walk}
      open={open}
      read={read}
      words={answer.data?.corrected ?? settled}
    />
  )
  return (
    <div className={styles.panel}>
      <Box
        box={box}
        words={words}
        onWords={onWords}
        onKeyDown={walk.onKeyDown}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={hits.length > 0 ? `${id}-${walk.at}` : undefined}
      />
      <div className={styles.before}>
        {words.trim() === '' && <Recent onPick={onWords} />}
        <Answered words={settled} answer={answer} hasPlaces={hasPlaces} onTry={onWords} />
      </div>
      {around(list, groups)}
      {foot}
    </div>
  )
}

interface FoundProps extends ReturnType<typeof useOpenHit> {
  id: string
  groups: readonly HitGroup[]
  walk: ReturnType<typeof useHitArrowKeys>
  words: string
}

/** The list scrolls independently of the page, because arrow keys in the input move through it. */
const FoundList = ({ id, groups, walk, words, open, read }: FoundProps) => {
  const hits = groups.flatMap((group) => group.hits)
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('Results')} className={styles.found}>
      {groups.map((group) => (
        <Group key={group.heading} group={group} id={id}>
          {group.hits.map((hit) => (
            <HitLine
              key={hit.key}
              {...getLine(hits.indexOf(hit), { id, hit, walk })}
              words={words}
              onOpen={(isRead) => (isRead ? void read(hit) : open(hit))}
            />
          ))}
        </Group>
      ))}
    </div>
  )
}

const alone = (list: ReactNode) => list

interface BoxProps extends Pick<PanelProps, 'words' | 'onWords' | 'box'>, AriaAttributes {
  onKeyDown: (event: KeyboardEvent) => void
}

const Box = ({ box, words, onWords, ...rest }: BoxProps) => (
  <label className={styles.box}>
    <SearchIcon size={20} />
    <span className="hidden-words">{t('Search')}</span>
    <input
      ref={box}
      type="search"
      role="combobox"
      autoFocus
      autoComplete="off"
      spellCheck={false}
      value={words}
      onChange={({ target }) => onWords(target.value)}
      placeholder={t('Series, books, people, tags')}
      maxLength={200}
      {...rest}
    />
  </label>
)

function getLine(
  position: number,
  { id, hit, walk }: { id: string; hit: Hit; walk: { at: number; go: (to: number) => void } },
) {
  return {
    id: `${id}-${position}`,
    hit,
    isActive: position === walk.at,
    onPoint: () => walk.go(position),
  }
}

/** Returns functions that open the page of a result, or the result in the reader. */
function useOpenHit(words: string, onDone: (() => void) | undefined) {
  const navigate = useNavigate()
  const leave = () => {
    rememberSearch(words)
    onDone?.()
  }
  const open = (hit: Hit) => {
    leave()
    if (hit.act) return hit.act()
    void navigate(hit.link as Parameters<typeof navigate>[0])
  }
  const read = async (hit: Hit) => {
    const bookId = hit.read && (await findBookToRead(hit.read).catch(() => undefined))
    if (!bookId) return open(hit)
    leave()
    await navigate({ to: '/read/$bookId', params: { bookId }, search: {} })
  }
  return { open, read }
}

interface AnsweredProps {
  words: string
  answer: UseQueryResult<Schemas['SearchResult']>
  /** Whether pages or actions match, which is known even before the server responds. */
  hasPlaces: boolean
  onTry: (words: string) => void
}

/** Shows an error, a note about a spelling correction, or suggestions if there are no results. */
function Answered({ words, answer: { data, error, refetch }, hasPlaces, onTry }: AnsweredProps) {
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  const { corrected, ...hits } = data ?? { corrected: null }
  const isEmpty = data && Object.values(hits).every(({ length }) => length === 0)
  const isNothing = words !== '' && isEmpty && !hasPlaces
  return (
    <>
      <p className={styles.none} role="status">
        {isNothing && t('No results for “{words}”', { words })}
        {words !== '' &&
          corrected &&
          (hasPlaces
            ? t('Also showing results for “{corrected}”', { corrected })
            : t('No results for “{words}”. Showing results for “{corrected}”.', {
                words,
                corrected,
              }))}
      </p>
      {isNothing && <SearchSuggestions words={words} onTry={onTry} />}
    </>
  )
}

function useHits(words: string, limit: number) {
  const places = useDestinations(words)
  const answer = useQuery({
    ...apiQuery('/api/v1/search', { params: { query: { q: words, limit } } }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const found = words !== '' && answer.data ? buildHitGroups(answer.data) : []
  // Pages come first if a page but no work has exactly this name, or if the works match only a
  // spelling correction.
  const isCorrected = answer.data !== undefined && answer.data.corrected !== null
  const isExact = !hasTitle(found, words) && hasTitle(places, words)
  const groups = isCorrected || isExact ? [...places, ...found] : [...found, ...places]
  return { groups, hasPlaces: places.length > 0, answer }
}

const hasTitle = (groups: readonly HitGroup[], words: string) =>
  groups.some(({ hits }) => hits.some(({ title }) => foldText(title) === foldText(words)))

function Recent({ onPick }: { onPick: (words: string) => void }) {
  const recent = useStore(recentSearches)
  if (recent.length === 0) return null
  return (
    <section aria-label={t('Recent searches')} className={styles.recent}>
      {recent.map((words) => (
        <button key={words} type="button" onClick={() => onPick(words)}>
          <ClockIcon size={15} />
          {words}
        </button>
      ))}
      <Button small variant="quiet" onClick={forgetSearches}>
        {t('Clear')}
      </Button>
    </section>
  )
}

/**
 * Returns the wanted book. For a series, finds the book in progress, or else the next unread book,
 * or else the first one.
 */
async function findBookToRead(
  wanted: { seriesId: string } | { bookId: string },
): Promise<string | undefined> {
  if ('bookId' in wanted) return wanted.bookId
  const { seriesId } = wanted
  const query = { seriesId, pageSize: 1 }
  const [begun, next] = await Promise.all([
    queryClient.fetchQuery(apiQuery('/api/v1/books/in-progress', { params: { query } })),
    queryClient.fetchQuery(apiQuery('/api/v1/books/on-deck', { params: { query } })),
  ])
  const found = begun.data[0] ?? next.data[0]
  if (found) return found.id
  const books = await queryClient.fetchQuery(
    apiQuery('/api/v1/series/{id}/books', { params: { path: { id: seriesId } } }),
  )
  return ('data' in books ? books.data : books)[0]?.id
}
