import { useState } from 'react'
import { formatPercent, t } from '../../../../i18n/i18n'
import { useTyped } from '../../on-demand/use-typed-ahead'
import text from '../text.module.css'

/** A match in a section or on a page, with the words around it. */
interface PanelHit {
  readonly target: { readonly index: number }
  readonly before: string
  readonly match: string
  readonly after: string
}

interface PanelSearch<Hit> {
  readonly query: string
  setQuery(query: string): void
  readonly found: {
    readonly hits: readonly Hit[]
    /** Progress, from 0 to 1. */
    readonly done: number
    readonly isWhole: boolean
    readonly isCut: boolean
  }
}

interface SearchPanelProps<Hit> {
  search: PanelSearch<Hit>
  /** Returns the heading of the matches in a section or on a page. */
  chapterOf(index: number): string | null | undefined
  onHit(hit: Hit): void
}

export function BookSearchPanel<Hit extends PanelHit>(props: SearchPanelProps<Hit>) {
  const { search, chapterOf, onHit } = props
  const { query, setQuery, found } = search
  const typed = useTyped((entered) => setQuery(entered.trim()))
  const [words, setWords] = useState(typed || query)
  return (
    <>
      <form
        role="search"
        className={text.search}
        onSubmit={(event) => {
          event.preventDefault()
          setQuery(words.trim())
        }}
      >
        <input
          type="search"
          value={words}
          maxLength={200}
          enterKeyHint="search"
          aria-label={t('Search text')}
          placeholder={t('Search text')}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </form>
      <p role="status" className={text.status}>
        {query !== '' && formatStatus(found)}
        {!found.isWhole && ` ${t('Part of this book couldn’t be searched.')}`}
      </p>
      {byPart(found.hits).map((hits) => (
        <section key={hits[0]?.target.index}>
          <h3 className={text.part}>{chapterOf(hits[0]?.target.index ?? 0)}</h3>
          <ul className={text.list} role="list">
            {hits.map((hit, index) => (
              <li key={index}>
                <button type="button" onClick={() => onHit(hit)}>
                  <span dir="auto">
                    {hit.before}
                    <mark>{hit.match}</mark>
                    {hit.after}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function byPart<Hit extends PanelHit>(hits: readonly Hit[]) {
  const parts: Hit[][] = []
  for (const hit of hits) {
    const part = parts.at(-1)
    if (part?.[0]?.target.index === hit.target.index) part.push(hit)
    else parts.push([hit])
  }
  return parts
}

function formatStatus({ hits, done, isCut }: PanelSearch<PanelHit>['found']) {
  const count = hits.length
  if (isCut) return t('First {count} results', { count })
  const found = t('{count, plural, =0 {No results} one {# result} other {# results}}', { count })
  if (done === 1) return found
  const looked = t('{percent} searched', { percent: formatPercent(done) })
  return count === 0 ? looked : `${found} · ${looked}`
}
