import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import { SearchPanel } from './search-panel'
import styles from './search.module.css'

const route = getRouteApi('/signedIn/shell/search')

export function SearchScreen() {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [words, setWords] = useState(q)
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
        <SearchPanel words={words} onWords={change} limit={20} />
      </div>
    </>
  )
}
