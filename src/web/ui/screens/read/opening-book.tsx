import { useQuery } from '@tanstack/react-query'
import { buildUrl } from '../../api/client'
import { apiQuery } from '../../api/query'
import { requests } from '../../../shared/requests'
import { useSilentServer } from '../../components/feedback/states'
import { getSizes } from '../../components/covers/cover'
import { t } from '../../i18n/i18n'

/**
 * Shows the title and the enlarged cover until the first page is shown. The cover is usually
 * cached. Must look like the skeleton rendered by the server: see theme/skeleton.css.
 */
export function OpeningBook({ id }: { id: string }) {
  const question = apiQuery(requests.book.path, { params: { path: { id } } })
  const known = useQuery({ ...question, enabled: false }).data
  const isSilent = useSilentServer()
  const source = buildUrl(`api/v1/books/${id}/thumbnail`)
  return (
    <div className="opening" role="status">
      <p>{isSilent ? t('The server is not responding. Trying again…') : known?.book.seriesName}</p>
      <img {...getSizes(source)} src={source} alt="" fetchPriority="high" />
      <span className="hidden-words">{t('Loading')}</span>
    </div>
  )
}
