import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { formatNumber, t } from '../../i18n/i18n'
import type { Fact } from './facts'
import { grouped } from '../map-group-by'
import { getLibraryLinkProps } from '../library-link'
import { formatCreatorRole } from '../../labels/metadata-labels'
import styles from './details.module.css'

type Author = Schemas['Author']

export const PersonLink = ({ name }: { name: string }) => (
  <Link to="/people/$name" params={{ name }} className={styles.link}>
    {name}
  </Link>
)

/** Links to everything by this publisher, as series or books. */
export const PublisherLink = ({ name, tab }: { name: string; tab?: 'books' }) => (
  <Link {...getLibraryLinkProps('publisher', name, tab)} className={styles.link}>
    {name}
  </Link>
)

/** Lists each role once, with the names of all people in that role. */
export function peopleFacts(authors: readonly Author[] | null): Fact[] {
  const byRole = grouped(authors ?? [], ({ role }) => role)
  return [...byRole].map(([role, people]) => [
    formatCreatorRole(role),
    <PeopleNames key={role} names={people.map(({ name }) => name)} />,
  ])
}

/** Number of people shown before the list is expanded. Anthologies can credit about a hundred. */
const fewest = 8

function PeopleNames({ names }: { names: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  const all = [...new Set(names)]
  const shown = isWhole || all.length <= fewest + 1 ? all : all.slice(0, fewest)
  return (
    <>
      {shown.map((name, position) => (
        <span key={name}>
          {position > 0 && ', '}
          <PersonLink name={name} />
        </span>
      ))}
      {shown.length < all.length && (
        <>
          {' '}
          <button type="button" className={styles.more} onClick={() => setWhole(true)}>
            +{formatNumber(all.length - shown.length)}
            <span className="hidden-words">, {t('Show all {count}', { count: all.length })}</span>
          </button>
        </>
      )}
    </>
  )
}

const first = new Set<Author['role']>(['author', 'co_author', 'writer', 'illustrator', 'penciller'])

/** Returns up to three main creators, for the line below the title. */
export function getMainCreators(authors: readonly Author[] | null): string[] {
  const makers = (authors ?? []).filter(({ role }) => first.has(role)).map(({ name }) => name)
  return [...new Set(makers)].slice(0, 3)
}
