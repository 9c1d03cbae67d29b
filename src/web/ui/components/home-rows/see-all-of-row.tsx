/** Link to the full list behind a home page row added by the user. */
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import { parseCondition } from '../condition/tree/condition-shape'
import type { HomeRow } from './home-row'

export function SeeAllOfRow({ row }: { row: HomeRow }) {
  const { source, listId = '', condition, search, sort } = row
  if (source === 'collection' || source === 'readlist') {
    const to = source === 'collection' ? '/collections/$id' : '/reading-lists/$id'
    return (
      <Link to={to} params={{ id: listId }}>
        {t('See all')}
      </Link>
    )
  }
  const rule = parseCondition(condition)
  const asked = {
    tab: source,
    ...(Object.keys(rule).length > 0 && { rule }),
    ...(search && { search }),
    ...(sort && { sort }),
  }
  return (
    <Link to="/library" search={asked as object}>
      {t('See all')}
    </Link>
  )
}
