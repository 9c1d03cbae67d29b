/** Selection and bulk actions for search results, as in the library. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { CoverArt } from '../../../components/covers/cover'
import { CheckIcon, SelectIcon } from '../../../components/icons'
import { useArrowKeys } from '../../../components/focus/use-arrow-keys'
import {
  focusBoxSoon,
  type Selection,
  useSelection,
  type WorkKind,
} from '../../../components/selection/selection'
import { SelectionBar } from '../../../components/selection/selection-bar'
import { useSelectable } from '../../../components/selection/use-selectable'
import { toast } from '../../../components/feedback/toast'
import { formatError } from '../../../api/format-error'
import { t } from '../../../i18n/i18n'
import type { Hit, HitGroup } from './hits'
import styles from '../search.module.css'

/** A result that is a series or a book. */
type Work = Hit & { art: NonNullable<Hit['art']> }

interface SelectHitsProps {
  groups: readonly HitGroup[]
  /** The results, shown while nothing is selected. */
  children: ReactNode
  onEnd: () => void
}

export function SelectHits({ groups, children, onEnd }: SelectHitsProps) {
  const [kind, setKind] = useState<WorkKind>()
  const works = groups.flatMap(({ hits }) => hits.filter(isWork))
  const ofKind = (wanted: WorkKind) => works.filter(({ art }) => art.kind === wanted)
  const end = () => {
    setKind(undefined)
    onEnd()
  }
  if (kind) {
    return (
      <>
        <Works kind={kind} works={ofKind(kind)} onEnd={end} />
        {/* Stays in the DOM, because the input refers to it. */}
        <div hidden>{children}</div>
      </>
    )
  }
  return (
    <>
      <div className={styles.tools}>
        {ofKind('series').length > 0 && (
          <Button small variant="quiet" icon={SelectIcon} onClick={() => setKind('series')}>
            {t('Select series')}
          </Button>
        )}
        {ofKind('book').length > 0 && (
          <Button small variant="quiet" icon={SelectIcon} onClick={() => setKind('book')}>
            {t('Select books')}
          </Button>
        )}
      </div>
      {children}
    </>
  )
}

const isWork = (hit: Hit): hit is Work => hit.art !== undefined

interface WorksProps {
  kind: WorkKind
  works: readonly Work[]
  onEnd: () => void
}

function Works({ kind, works, onEnd }: WorksProps) {
  const list = useRef<HTMLUListElement>(null)
  const total = works.length
  const selection = useSelection({
    key: kind,
    total,
    idsBetween: async (from, to) => works.slice(from, to + 1).map(({ art }) => art.id),
    failed: (error) => toast(formatError(error)),
  })
  useSelectionLifetime(selection, onEnd)
  const onKeyDown = useArrowKeys(list, {
    columns: 1,
    total,
    reveal: () => undefined,
    onReach: selection.extend,
  })
  return (
    <>
      <ul
        ref={list}
        role="list"
        className={styles.works}
        aria-label={kind === 'series' ? t('Series') : t('Books')}
        onKeyDown={onKeyDown}
      >
        {works.map((work, index) => (
          <SelectableWork key={work.key} work={work} index={index} selection={selection} />
        ))}
      </ul>
      <SelectionBar kind={kind} selection={selection} total={total} />
    </>
  )
}

/** Starts the selection on mount and calls `onEnd` when it ends. */
function useSelectionLifetime({ isOn, begin }: Selection, onEnd: () => void) {
  const hasBegun = useRef(false)
  useEffect(() => {
    if (isOn) hasBegun.current = true
    else if (hasBegun.current) onEnd()
    else {
      begin()
      focusBoxSoon(0)
    }
  }, [isOn, begin, onEnd])
}

interface WorkProps {
  work: Work
  index: number
  selection: Selection
}

function SelectableWork({ work: { art, title, sub, lang }, index, selection }: WorkProps) {
  const isSelected = selection.ids.has(art.id)
  return (
    <li data-index={index} {...useSelectable({ selection, id: art.id, index })}>
      <button
        type="button"
        role="checkbox"
        aria-checked={isSelected}
        className={styles.line}
        onClick={(event) => selection.press(art.id, index, event.shiftKey)}
      >
        <span className={styles.check}>{isSelected && <CheckIcon size={14} />}</span>
        <CoverArt {...art} className={styles.art} />
        <span className={styles.words}>
          <b lang={lang}>{title}</b>
          <small>{sub}</small>
        </span>
      </button>
    </li>
  )
}
