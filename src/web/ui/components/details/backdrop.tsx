import { addressOf } from '../../api/client'
import { tintOf } from '../covers/cover'
import styles from './details.module.css'

interface BackdropProps {
  kind: 'series' | 'book'
  id: string
}

/** The colours of the cover behind the head of a page: ornament only. */
export const Backdrop = ({ kind, id }: BackdropProps) => (
  <div
    className={styles.backdrop}
    aria-hidden="true"
    style={{ '--tint': tintOf(id) } as React.CSSProperties}
  >
    <img
      src={addressOf(`api/v1/${kind === 'series' ? 'series' : 'books'}/${id}/thumbnail`)}
      alt=""
      decoding="async"
    />
  </div>
)
