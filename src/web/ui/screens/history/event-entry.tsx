/** One history entry: an event, or page turns that belong together. */
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { api, readResponse } from '../../api/client'
import { Button, IconButton } from '../../components/controls/button'
import { CoverArt } from '../../components/covers/cover'
import { ChevronDownIcon, TrashIcon, UndoIcon } from '../../components/icons'
import { useChange } from '../../components/use-change'
import { formatTime } from '../../i18n/date-time'
import { formatNumber, formatPercent, t } from '../../i18n/i18n'
import { fullBookTitle } from '../../labels/metadata-labels'
import { usePermission } from '../../state/session/session'
import type { EventGroup, ReadingEvent } from './group-events'
import { RemovalDialog } from './removal-dialog'
import styles from '../../components/reading-life/reading-life.module.css'

const stale = ['/api/v1/user/read-history', '/api/v1/books', '/api/v1/series', '/api/v1/progress']

export function EventEntry({ group: { events } }: { group: EventGroup }) {
  const [isOpen, setOpen] = useState(false)
  const [removed, setRemoved] = useState<ReadingEvent>()
  const list = useId()
  const [first] = events
  return (
    <li className={styles.entry}>
      <div className={styles.row}>
        <CoverArt kind="book" id={first.bookId} className={styles.art} />
        <div className={styles.words}>
          <Link to="/book/$id" params={{ id: first.bookId }}>
            {getTitle(first)}
          </Link>
          <span>{formatGroup(events)}</span>
          <small>{formatOrigin(first)}</small>
        </div>
        {events.length > 1 ? (
          <Button
            small
            variant="quiet"
            icon={ChevronDownIcon}
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
          >
            {t('{count, plural, one {# position} other {# positions}}', { count: events.length })}
          </Button>
        ) : (
          <Actions event={first} onRemove={() => setRemoved(first)} />
        )}
      </div>
      {isOpen && (
        <ul id={list} role="list" className={styles.inner}>
          {events.map((event) => (
            <li key={event.id} className={styles.row}>
              <div className={styles.words}>
                <span>{formatEvent(event)}</span>
                <small>{formatTime(event.happenedAt)}</small>
              </div>
              <Actions event={event} onRemove={() => setRemoved(event)} />
            </li>
          ))}
        </ul>
      )}
      {removed && <RemoveEvent event={removed} onClose={() => setRemoved(undefined)} />}
    </li>
  )
}

function Actions({ event, onRemove }: { event: ReadingEvent; onRemove(): void }) {
  const may = usePermission('progress:write')
  const back = useChange({
    act: () =>
      readResponse(
        api.POST('/api/v1/user/read-history/{eventId}/return', {
          params: { path: { eventId: event.id } },
        }),
      ),
    done: t('Returned to this position'),
    stale,
    once: true,
  })
  if (!may) return null
  const name = { place: formatEvent(event), title: getTitle(event) }
  return (
    <div className={styles.buttons}>
      {event.kind !== 'unread' && (
        <IconButton
          label={t('Return to this position: {place}, {title}', name)}
          icon={UndoIcon}
          onClick={() => back.mutate()}
        />
      )}
      <IconButton
        label={t('Remove from history: {place}, {title}', name)}
        icon={TrashIcon}
        onClick={onRemove}
      />
    </div>
  )
}

function RemoveEvent({ event, onClose }: { event: ReadingEvent; onClose(): void }) {
  const remove = useChange({
    act: () =>
      readResponse(
        api.DELETE('/api/v1/user/read-history/{eventId}', {
          params: { path: { eventId: event.id } },
        }),
      ),
    done: t('Entry removed'),
    stale,
    onDone: onClose,
    once: true,
  })
  return (
    <RemovalDialog
      title={t('Remove this entry?')}
      action={t('Remove')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>
        {event.kind === 'completed'
          ? t('The read count of “{title}” will go down by one. Your position is kept.', {
              title: getTitle(event),
            })
          : t('The entry will be permanently deleted. Your position in “{title}” is kept.', {
              title: getTitle(event),
            })}
      </p>
    </RemovalDialog>
  )
}

const getTitle = ({ bookTitle: title, ...event }: ReadingEvent) =>
  fullBookTitle({ ...event, title })

function formatGroup(events: EventGroup['events']): string {
  const [last] = events
  const first = events.at(-1)!
  if (events.length === 1) return formatEvent(last)
  return t('{from} to {to}', { from: formatEvent(first), to: formatEvent(last) })
}

function formatEvent({ kind, page, fraction, pass }: ReadingEvent): string {
  if (kind === 'completed') {
    return pass > 1
      ? t(
          '{pass, selectordinal, one {Finished for the #st time} two {Finished for the #nd time} few {Finished for the #rd time} other {Finished for the #th time}}',
          { pass: formatNumber(pass) },
        )
      : t('Finished')
  }
  if (kind === 'unread') return t('Marked as unread')
  if (page !== null) return t('Page {page}', { page: formatNumber(page) })
  return formatPercent(fraction ?? 0)
}

const formatOrigin = ({ happenedAt, deviceName, origin }: ReadingEvent) =>
  [
    formatTime(happenedAt),
    deviceName ?? (origin === 'explicit' ? t('Browser') : ''),
    origin === 'sync' ? t('From reading sync') : '',
    origin === 'inferred' ? t('Inferred from pages loaded by an app') : '',
  ]
    .filter(Boolean)
    .join(' · ')
