import classes from './wordmark.module.css';

export function Wordmark() {
  return (
    <div className={classes.wordmark}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Hiretext
    </div>
  );
}
