import { Button } from '@mantine/core';
import classes from './full-page.module.css';

/** A fault of ours, or a part of the page that could not be loaded (after an update, or without a network). */
export function BrokenScreen() {
  return (
    <main className={classes.page}>
      <div className={classes.message}>
        <h1 className={classes.title}>This page didn't load</h1>
        <p className={classes.text}>Check your connection, then reload the page.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    </main>
  );
}
