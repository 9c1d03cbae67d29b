import { buildUrl } from '../../api/client'
import { getPlaceholderColor } from '../covers/cover'
import styles from './details.module.css'

interface BackdropProps {
  kind: 'series' | 'book'
  id: string
}

/** Decorative cover colors behind the page header. */
export const Backdrop = ({ kind, id }: BackdropProps) => (
  <div
    className={styles.backdrop}
    aria-hidden="true"
    style={{ '--tint': getPlaceholderColor(id) } as React.CSSProperties}
  >
    <img
      src={buildUrl(`api/v1/${kind === 'series' ? 'series' : 'books'}/${id}/thumbnail`)}
      alt=""
      decoding="async"
    />
  </div>
)
