import { Button } from '../../../components/controls/button'
import { SearchIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import styles from '../search.module.css'

interface TryProps {
  words: string
  onTry: (words: string) => void
}

/** Shown if there are no results. */
export function SearchSuggestions({ words, onTry }: TryProps) {
  const tries = getSuggestions(words)
  return (
    <div className={styles.tries}>
      <p>
        {t(
          'Search matches the start of each word in titles (all languages), people, publishers, genres and tags',
        )}
      </p>
      {tries.length > 0 && <p>{t('Try:')}</p>}
      {tries.map((each) => (
        <Button key={each} small icon={SearchIcon} onClick={() => onTry(each)}>
          {each}
        </Button>
      ))}
    </div>
  )
}

const most = 4

/** Suggests each word separately if there are several. */
function getSuggestions(words: string): string[] {
  const parts = new Set(words.split(/\s+/u).filter(Boolean))
  return parts.size > 1 ? [...parts].toSorted(byLength).slice(0, most) : []
}

const byLength = (one: string, other: string) => other.length - one.length
