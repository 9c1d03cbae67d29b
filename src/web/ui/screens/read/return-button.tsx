import { UndoIcon } from '../../components/icons'
import styles from './reader.module.css'

interface ReturnButtonProps {
  words: string
  onClick(): void
}

/** Button that returns to the position before a jump. */
export const ReturnButton = ({ words, onClick }: ReturnButtonProps) => (
  <button type="button" className={styles.return} onClick={onClick}>
    <UndoIcon size={15} />
    {words}
  </button>
)
