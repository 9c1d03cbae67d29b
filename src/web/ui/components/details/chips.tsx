import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/i18n'
import { getLibraryLinkProps } from '../library-link'
import styles from './details.module.css'

const fewest = 10

interface ChipsProps {
  label: string
  genres: readonly { name: string }[]
  tags: readonly { name: string }[]
}

/** Genres and tags, each linked to the matching items. */
export function Chips({ label, genres, tags }: ChipsProps) {
  const names = [
    ...genres.map(({ name }) => ({ name, group: 'genre' as const })),
    ...tags.map(({ name }) => ({ name, group: 'tag' as const })),
  ]
  const [isWhole, setWhole] = useState(false)
  if (names.length === 0) return null
  const shown = isWhole || names.length <= fewest + 1 ? names : names.slice(0, fewest)
  return (
    <ul className={styles.chips} role="list" aria-label={label}>
      {shown.map(({ name, group }) => (
        <li key={`${group} ${name}`}>
          <Link {...getLibraryLinkProps(group, name)} className={styles.chip}>
            {name}
          </Link>
        </li>
      ))}
      {shown.length < names.length && (
        <li>
          <button type="button" className={styles.chip} onClick={() => setWhole(true)}>
            +{names.length - shown.length}
            <span className="hidden-words">, {t('Show all {count}', { count: names.length })}</span>
          </button>
        </li>
      )}
    </ul>
  )
}
