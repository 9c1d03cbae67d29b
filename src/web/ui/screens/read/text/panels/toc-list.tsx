import { useState } from 'react'
import { t } from '../../../../i18n/i18n'
import type { TocItem } from '../engine/book/epub'
import text from '../text.module.css'

interface TocListProps {
  items: readonly TocItem[]
  current: TocItem | null
  onHref(href: string): void
}

/** Longer tables of contents are shown in parts, because some books list thousands of headings. */
const mostItems = 300

export function TocList({ items, current, onHref }: TocListProps) {
  const [count, setCount] = useState(() => Math.max(mostItems, findPosition(current, items) + 1))
  return (
    <ul className={text.list} role="list">
      {items.slice(0, count).map((item, index) => (
        <li key={`${index} ${item.href}`}>
          {item.href === undefined ? (
            <span className={text.part}>{item.label}</span>
          ) : (
            <button
              type="button"
              aria-current={item === current ? 'location' : undefined}
              onClick={() => onHref(item.href ?? '')}
            >
              {item.label || t('Untitled')}
            </button>
          )}
          {item.subitems && item.subitems.length > 0 && (
            <TocList items={item.subitems} current={current} onHref={onHref} />
          )}
        </li>
      ))}
      {items.length > count && (
        <li>
          <button type="button" onClick={() => setCount((known) => known + mostItems)}>
            {t('Show more')}
          </button>
        </li>
      )}
    </ul>
  )
}

const findPosition = (wanted: TocItem | null, items: readonly TocItem[]) =>
  items.findIndex((item) => wanted !== null && contains(item, wanted))

const contains = (item: TocItem, wanted: TocItem): boolean =>
  item === wanted || (item.subitems?.some((below) => contains(below, wanted)) ?? false)
