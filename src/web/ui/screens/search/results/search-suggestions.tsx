import { Button } from '../../../components/controls/button'
import { SearchIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import styles from '../search.module.css'

interface TryProps {
  words: string
  onTry: (words: string) => void
}

/** Shown without results. */
export function SearchSuggestions({ words, onTry }: TryProps) {
  const tries = getSuggestions(words)
  return (
    <div className={styles.tries}>
      <p>
        {t(
          'Search matches the start of each word in titles (all languages), people, publishers, genres and tags.',
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
const shortest = 3

/** Each word alone, or the beginning of a single word. */
function getSuggestions(words: string): string[] {
  const parts = words.split(/\s+/u).filter(Boolean)
  const [first = ''] = parts
  if (parts.length > 1) return [...new Set(parts)].toSorted(byLength).slice(0, most)
  const letters = [...first]
  const lengths = [letters.length - 2, Math.ceil(letters.length / 2)]
  const beginnings = lengths
    .filter((length) => length >= shortest && length < letters.length)
    .map((length) => letters.slice(0, length).join(''))
  return [...new Set(beginnings)]
}

const byLength = (one: string, other: string) => other.length - one.length
