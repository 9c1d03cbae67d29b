/** All collections, or all reading lists. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../components/controls/button'
import { Field } from '../../components/controls/field'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { LayersIcon, ListIcon, PlusIcon, UploadIcon } from '../../components/icons'
import {
  formatEntryCount,
  type ItemList,
  type ListKind,
  listsQuery,
} from '../../components/lists/list-requests'
import { ListsNavigation } from '../../components/lists/lists-navigation'
import { useDebounced } from '../../components/use-debounced'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { usePermission } from '../../state/session/session'
import { ListCover } from './list-cover'
import { ListForm } from './lazy-list-form'
import styles from './lists.module.css'

export const CollectionsScreen = () => <Lists kind="collection" />
export const ReadingListsScreen = () => <Lists kind="readlist" />

/** Maximum number of lists that are shown. Others can be found by name. */
const maxShown = 500

const allListsQuery = (kind: ListKind) => listsQuery(kind, { pageSize: maxShown })

function Lists({ kind }: { kind: ListKind }) {
  const isCollection = kind === 'collection'
  const title = isCollection ? t('Collections') : t('Reading lists')
  usePageTitle(title)
  const mayCreate = usePermission(isCollection ? 'collections:write' : 'readlists:write')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const hasNone = useQuery(allListsQuery(kind)).data?.total === 0
  const [isCreating, setCreating] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <ListsNavigation />
      <header className={styles.head}>
        <h1>{title}</h1>
        {mayCreate && !isCollection && <ImportLink />}
        {mayCreate && (
          <Button icon={PlusIcon} onClick={() => setCreating(true)}>
            {isCollection ? t('New collection') : t('New reading list')}
          </Button>
        )}
      </header>
      {(typed !== '' || !hasNone) && <NameSearch typed={typed} onType={setTyped} />}
      <Cards kind={kind} title={title} search={search} />
      {isCreating && (
        <ListForm
          kind={kind}
          onClose={() => setCreating(false)}
          onSaved={({ id }) =>
            void navigate({
              to: isCollection ? '/collections/$id' : '/reading-lists/$id',
              params: { id },
            })
          }
        />
      )}
    </>
  )
}

const NameSearch = ({ typed, onType }: { typed: string; onType: (typed: string) => void }) => (
  <div className={styles.search}>
    <Field
      label={t('Search by name')}
      name="search"
      type="search"
      maxLength={200}
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  </div>
)

const ImportLink = () => (
  <Link to="/reading-lists/import" className={buttonClass('plain')}>
    <UploadIcon size={18} />
    {t('Import…')}
  </Link>
)

interface CardsProps {
  kind: ListKind
  title: string
  search: string
}

function Cards({ kind, title, search }: CardsProps) {
  const query = search ? listsQuery(kind, { pageSize: maxShown, search }) : allListsQuery(kind)
  const { data, error, refetch } = useQuery(query)
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  if (data.total === 0) return search ? <NothingFound /> : <NoLists kind={kind} />
  return (
    <ul role="list" className={styles.cards} aria-label={title}>
      {data.data.map((list) => (
        <li key={list.id}>
          <Card kind={kind} list={list} />
        </li>
      ))}
    </ul>
  )
}

function Card({ kind, list }: { kind: ListKind; list: ItemList }) {
  return (
    <Link
      to={kind === 'collection' ? '/collections/$id' : '/reading-lists/$id'}
      params={{ id: list.id }}
      className={styles.card}
    >
      <ListCover kind={kind} list={list} />
      <b>{list.name}</b>
      <small>{describeList(list)}</small>
    </Link>
  )
}

/** Returns text such as "12 books · by max". */
export function describeList(list: ItemList): string {
  const parts = [
    list.readCount && list.bookCount
      ? t('{read} of {total} read', { read: list.readCount, total: list.bookCount })
      : formatEntryCount(list),
    list.automatic ? t('smart') : '',
    list.sharing === 'everyone' ? t('for everybody') : '',
    list.sharing === 'people' ? t('shared') : '',
    !list.isOwner && list.ownerName ? t('by {name}', { name: list.ownerName }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

const NothingFound = () => <EmptyState title={t('No matching lists')} />

const NoLists = ({ kind }: { kind: ListKind }) =>
  kind === 'collection' ? (
    <EmptyState icon={LayersIcon} title={t('There are no collections yet')}>
      <p>{t('A collection groups series that belong together')}</p>
    </EmptyState>
  ) : (
    <EmptyState icon={ListIcon} title={t('There are no reading lists yet')}>
      <p>{t('A reading list holds books from any series in a specific order')}</p>
    </EmptyState>
  )
