/** A person with their series and books. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ApiError, type Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { BookCover } from '../../components/covers/book-cover'
import { buttonClass } from '../../components/controls/button'
import { UsersIcon } from '../../components/icons'
import { SeriesCover } from '../../components/covers/series-cover'
import { EmptyState, ErrorState } from '../../components/feedback/states'
import { Tabs } from '../../components/controls/tabs'
import { VirtualGrid } from '../../components/grid/virtual-grid'
import { windowSize } from '../../../shared/requests'
import { getLibraryLinkProps } from '../../components/library-link'
import { formatCreatorRole } from '../../labels/metadata-labels'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import styles from './people.module.css'

const route = getRouteApi('/signedIn/shell/people/$name')

export function PeopleScreen() {
  const { name } = route.useParams()
  const person = useQuery(apiQuery('/api/v1/people/{id}', { params: { path: { id: name } } }))
  usePageTitle(person.data?.name ?? name)
  if (person.error instanceof ApiError && person.error.status === 404)
    return <Unknown name={name} />
  if (person.isError && !person.data) {
    return <ErrorState error={person.error} retry={person.refetch} />
  }
  return <Works key={name} name={name} person={person.data} />
}

interface WorksProps {
  /** Name or ID from the URL, which the queries for the works use. */
  name: string
  /** undefined while loading. The works are loaded in parallel. */
  person: Schemas['Person'] | undefined
}

function Works({ name, person }: WorksProps) {
  const { tab = 'series' } = route.useSearch()
  const navigate = useNavigate()
  const setTab = (next: 'series' | 'books') =>
    void navigate({
      to: '/people/$name',
      params: { name },
      search: next === 'books' ? { tab: next } : {},
      replace: true,
      resetScroll: false,
    })
  const label = person?.name ?? name
  return (
    <>
      <header className={styles.head}>
        <h1>{label}</h1>
        <p>{person ? buildFacts(person) : '\u00a0'}</p>
        <Link {...getLibraryLinkProps('person', label)}>{t('Sort and filter in library')}</Link>
      </header>
      <Tabs
        label={t('Works')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'series', label: t('Series'), content: <SeriesOf id={name} name={label} /> },
          { value: 'books', label: t('Books'), content: <BooksOf id={name} name={label} /> },
        ]}
      />
    </>
  )
}

const buildFacts = ({ roles, seriesCount }: Schemas['Person']) =>
  [
    ...roles.map(formatRoleName),
    t('{count, plural, one {# series} other {# series}}', { count: seriesCount }),
  ].join(' · ')

const SeriesOf = ({ id, name }: { id: string; name: string }) => (
  <VirtualGrid<Schemas['Series']>
    label={name}
    pageQuery={(page) => apiQuery('/api/v1/people/{id}/series', getPage(id, page))}
    idOf={(series) => series.id}
    render={(series, index) => <SeriesCover series={series} first={index < 6} />}
    empty={<Nothing />}
  />
)

const BooksOf = ({ id, name }: { id: string; name: string }) => (
  <VirtualGrid<Schemas['Book']>
    label={name}
    pageQuery={(page) => apiQuery('/api/v1/people/{id}/books', getPage(id, page))}
    idOf={(book) => book.id}
    render={(book) => <BookCover book={book} />}
    empty={<Nothing />}
  />
)

const getPage = (id: string, page: number) => ({
  params: { path: { id }, query: { page, pageSize: windowSize } },
})

/** Formats a role. Custom roles from files are shown unchanged. */
const formatRoleName = (role: string) =>
  formatCreatorRole(role as Parameters<typeof formatCreatorRole>[0]) ?? role

const Nothing = () => (
  <EmptyState icon={UsersIcon} title={t('No works by this person in this tab')}>
    <p>{t('Try the other tab')}</p>
  </EmptyState>
)

const Unknown = ({ name }: { name: string }) => (
  <EmptyState icon={UsersIcon} title={t('No works by {name}', { name })} isScreen>
    <p>{t('The name may be spelled differently, or the person’s books were removed')}</p>
    <Link to="/search" search={{ q: name }} className={buttonClass('plain')}>
      {t('Search')}
    </Link>
  </EmptyState>
)
