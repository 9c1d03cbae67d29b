/** The lists that a series or book is in. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import details from '../details/details.module.css'
import { membershipQuery } from './list-requests'
import styles from './lists.module.css'

export function Memberships({ kind, id }: { kind: 'series' | 'book'; id: string }) {
  const isSeries = kind === 'series'
  const may = usePermission(isSeries ? 'collections:read' : 'readlists:read')
  const { data } = useQuery({
    ...membershipQuery(isSeries ? 'collection' : 'readlist', id),
    enabled: may,
  })
  const lists = data?.data ?? []
  if (lists.length === 0) return null
  return (
    <div className={styles.members}>
      <span>{isSeries ? t('In collections') : t('In reading lists')}</span>
      <ul role="list" className={details.chips}>
        {lists.map((list) => (
          <li key={list.id}>
            <Link
              to={isSeries ? '/collections/$id' : '/reading-lists/$id'}
              params={{ id: list.id }}
              className={details.chip}
            >
              {list.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
