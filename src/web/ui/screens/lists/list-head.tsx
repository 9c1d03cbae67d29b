/** The heading of a list: cover, name, facts, description and actions. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { api, buildUrl, readResponse } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Button, buttonClass, IconButton } from '../../components/controls/button'
import { BookOpenIcon, DownloadIcon, EditIcon, PinIcon, TrashIcon } from '../../components/icons'
import {
  listEntriesQuery,
  type ItemList,
  type ListKind,
  progressQuery,
} from '../../components/lists/list-requests'
import type { Condition } from '../../components/condition/tree/condition-shape'
import { usePins } from '../../components/lists/use-pins'
import { readLink } from '../../components/read-link'
import { fullBookTitle } from '../../labels/metadata-labels'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { ListCover } from './list-cover'
import { ListForm } from './lazy-list-form'
import { describeList } from './lists-screen'
import styles from './lists.module.css'
import { MissingEntries } from './missing/missing-entries'

const DeleteList = lazy(async () => ({ default: (await import('./delete-list')).DeleteList }))

interface HeadProps {
  kind: ListKind
  list: ItemList
  total: number
  /** Additional actions. */
  children: ReactNode
}

export function ListHead({ kind, list, total, children }: HeadProps) {
  const [isEditing, setEditing] = useState(false)
  const shown = kind === 'collection' ? { seriesCount: total } : { bookCount: total }
  return (
    <header className={styles.intro}>
      <ListCover kind={kind} list={list} />
      <div>
        <h1>{list.name}</h1>
        <div className={styles.facts}>
          {describeList({ ...list, ...shown })}
          {kind === 'collection' && <ReadSeries id={list.id} total={total} />}
        </div>
        {list.summary && <p>{list.summary}</p>}
        <div className={styles.actions}>
          {kind === 'readlist' ? (
            <ContinueReading list={list} />
          ) : (
            <NextOfCollection id={list.id} />
          )}
          {children}
          {list.isOwner && (
            <Button icon={EditIcon} onClick={() => setEditing(true)}>
              {t('Edit')}
            </Button>
          )}
          {kind === 'readlist' && <ExportLink id={list.id} />}
          {kind === 'readlist' && list.isOwner && !list.automatic && (
            <MissingEntries listId={list.id} />
          )}
          <Pin kind={kind} list={list} />
          {list.canDelete && <Deletion kind={kind} list={list} />}
        </div>
      </div>
      {isEditing && (
        <ListForm
          kind={kind}
          list={list}
          onClose={() => setEditing(false)}
          onSaved={() => undefined}
        />
      )}
    </header>
  )
}

const ExportLink = ({ id }: { id: string }) => (
  <a href={buildUrl(`api/v1/readlists/${id}/cbl`)} download className={buttonClass('quiet')}>
    <DownloadIcon size={18} />
    {t('Export as CBL')}
  </a>
)

/** Opens the first book that the viewer has not read. */
function ContinueReading({ list: { id } }: { list: ItemList }) {
  const may = usePermission('pages:read')
  const { data } = useQuery(progressQuery(id))
  const next = data?.nextBook
  if (!may || !next) return null
  return (
    <Link {...readLink(next.id, { list: id })} className={buttonClass('primary')}>
      <BookOpenIcon size={18} />
      {t('Read {title}', { title: fullBookTitle(next) })}
    </Link>
  )
}

/** Renders text such as ` · 14 of 55 read`. */
function ReadSeries({ id: value, total }: { id: string; total: number }) {
  const { data } = useQuery(readSeriesQuery(value))
  if (!data || data.total === 0) return null
  return <> · {t('{read} of {total} read', { read: data.total, total })}</>
}

const readSeriesQuery = (value: string) => {
  const condition: Condition = {
    allOf: [
      { inCollection: { operator: 'is', value } },
      { readStatus: { operator: 'is', value: 'read' } },
    ],
  }
  return queryOptions({
    queryKey: ['/api/v1/series/list', condition] as const,
    queryFn: ({ signal }) =>
      readResponse(
        api.POST('/api/v1/series/list', {
          params: { query: { pageSize: 1 } },
          body: { condition },
          signal,
        }),
      ),
  })
}

interface NextOfCollectionProps {
  id: string
  /** Page of the collection's series in which the next book is searched for. */
  page?: number
}

/** Opens the next book of the collection's first series with unread books. */
function NextOfCollection({ id, page = 1 }: NextOfCollectionProps) {
  const may = usePermission('pages:read')
  const { data } = useQuery(listEntriesQuery('collection', id, page))
  const next = data?.data.find(({ unreadCount }) => unreadCount !== 0)
  const { data: found } = useQuery({
    ...apiQuery('/api/v1/series/{id}/next-book', { params: { path: { id: next?.id ?? '' } } }),
    enabled: next !== undefined,
  })
  if (!may || !data) return null
  if (!next && page < data.totalPages) return <NextOfCollection id={id} page={page + 1} />
  if (!found?.book) return null
  return (
    <Link {...readLink(found.book.id, {})} className={buttonClass('primary')}>
      <BookOpenIcon size={18} />
      {t('Read {title}', { title: fullBookTitle(found.book) })}
    </Link>
  )
}

/** Adds the list to the sidebar, or removes it. */
function Pin({ kind, list: { id, name } }: { kind: ListKind; list: ItemList }) {
  const { isPinned, pin, unpin } = usePins()
  const isOn = isPinned(id)
  return (
    <IconButton
      label={isOn ? t('Unpin from sidebar') : t('Pin to sidebar')}
      icon={PinIcon}
      onClick={() => (isOn ? unpin(id) : pin({ kind, id, name }))}
    />
  )
}

function Deletion({ kind, list }: { kind: ListKind; list: ItemList }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <IconButton label={t('Delete')} icon={TrashIcon} onClick={() => setAsking(true)} />
      {isAsking && (
        <Suspense>
          <DeleteList kind={kind} list={list} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
