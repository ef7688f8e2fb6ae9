export interface Form {
  getInputProps(path: never): { value?: unknown; error?: unknown };
  isTouched(path: never): boolean;
  isValid(path: never): unknown;
}

/** A field's input: with its first error or, once something good has been entered, its success. */
export function fieldProps<F extends Form>(form: F, path: Parameters<F['getInputProps']>[0]) {
  const props: ReturnType<F['getInputProps']> = form.getInputProps(path as never) as never;
  const isEmpty = props.value === '' || props.value === null || props.value === undefined;
  const isGood =
    !isEmpty && !props.error && form.isTouched(path as never) && form.isValid(path as never) === true;
  return { ...props, ...(isGood ? { 'data-success': true } : {}) };
}
