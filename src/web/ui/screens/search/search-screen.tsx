import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { SearchPanel } from './search-panel'
import { SelectHits } from './results/select-hits'
import styles from './search.module.css'

const route = getRouteApi('/signedIn/shell/search')

/** Number of results of each kind: the maximum that the server returns. */
const most = 50

export function SearchScreen() {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [words, setWords] = useState(q)
  const box = useRef<HTMLInputElement>(null)
  usePageTitle(q ? t('Search: {words}', { words: q }) : t('Search'))
  const change = (next: string) => {
    setWords(next)
    void navigate({
      to: '/search',
      search: next.trim() === '' ? {} : { q: next },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <>
      <h1 className={styles.title}>{t('Search')}</h1>
      <div className={styles.page}>
        <SearchPanel
          words={words}
          onWords={change}
          limit={most}
          box={box}
          around={(list, groups) => (
            <SelectHits key={q} groups={groups} onEnd={() => box.current?.focus()}>
              {list}
            </SelectHits>
          )}
        />
      </div>
    </>
  )
}
