/** Search results as lines under headings. */
import type { ReactNode } from 'react'
import { CoverArt } from '../../../components/covers/cover'
import type { Hit, HitGroup } from './hits'
import { findMatch } from './match-range'
import styles from '../search.module.css'

interface GroupProps {
  group: HitGroup
  id: string
  children: ReactNode
}

export function Group({ group: { heading }, id, children }: GroupProps) {
  const label = `${id}-${heading}`
  return (
    <div role="group" aria-labelledby={label}>
      <div id={label} className={styles.heading}>
        {heading}
      </div>
      {children}
    </div>
  )
}

interface LineProps {
  id: string
  hit: Hit
  words: string
  isActive: boolean
  onPoint: () => void
  onOpen: (isRead: boolean) => void
}

export const HitLine = ({ id, hit, words, isActive, onPoint, onOpen }: LineProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    data-highlighted={isActive || undefined}
    className={styles.line}
    onPointerMove={onPoint}
    onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
  >
    {hit.art ? (
      <CoverArt {...hit.art} kind="book" {...getKind(hit)} className={styles.art} />
    ) : (
      <span className={styles.icon}>{hit.icon && <hit.icon />}</span>
    )}
    <span className={styles.words}>
      <b lang={hit.lang}>
        <Marked text={hit.title} words={words} />
      </b>
      {hit.sub && <small>{hit.sub}</small>}
    </span>
  </div>
)

const getKind = ({ art }: Hit) => art ?? {}

/** Highlights the matched text. */
function Marked({ text, words }: { text: string; words: string }) {
  const place = findMatch(text, words)
  if (!place) return text
  return (
    <>
      {text.slice(0, place.from)}
      <mark>{text.slice(place.from, place.to)}</mark>
      {text.slice(place.to)}
    </>
  )
}
