import { buildUrl } from '../../api/client'
import { getSizes } from '../../components/covers/cover'
import { t } from '../../i18n/i18n'

/**
 * The cover, enlarged, until the first page is there. It is usually in the cache. Looks like the
 * skeleton of the server: see theme/skeleton.css.
 */
export function OpeningBook({ id }: { id: string }) {
  const source = buildUrl(`api/v1/books/${id}/thumbnail`)
  return (
    <div className="opening" role="status">
      <img {...getSizes(source)} src={source} alt="" fetchPriority="high" />
      <span className="hidden-words">{t('Loading')}</span>
    </div>
  )
}
