/** Name, description and actions for a list. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { buildUrl } from '../../api/client'
import { Button, buttonClass } from '../../components/controls/button'
import { BookOpenIcon, DownloadIcon, EditIcon, TrashIcon } from '../../components/icons'
import { type ItemList, type ListKind, progressQuery } from '../../components/lists/list-requests'
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
}

export function ListHead({ kind, list, total }: HeadProps) {
  const [isEditing, setEditing] = useState(false)
  const shown = kind === 'collection' ? { seriesCount: total } : { bookCount: total }
  return (
    <header className={styles.intro}>
      <ListCover kind={kind} list={list} />
      <div>
        <h1>{list.name}</h1>
        <div className={styles.facts}>{describeList({ ...list, ...shown })}</div>
        {list.summary && <p>{list.summary}</p>}
        <div className={styles.actions}>
          {kind === 'readlist' && <ContinueReading list={list} />}
          {list.isOwner && (
            <Button icon={EditIcon} onClick={() => setEditing(true)}>
              {t('Edit')}
            </Button>
          )}
          {kind === 'readlist' && <ExportLink id={list.id} />}
          {kind === 'readlist' && list.isOwner && !list.automatic && (
            <MissingEntries listId={list.id} />
          )}
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

function Deletion({ kind, list }: { kind: ListKind; list: ItemList }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" icon={TrashIcon} onClick={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      {isAsking && (
        <Suspense>
          <DeleteList kind={kind} list={list} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
