/** ECMAScript 2024 for Node 20: the build makes every entry module import this first. */

Map.groupBy ??= groupIntoMap;
Promise.withResolvers ??= promiseWithResolvers;

function groupIntoMap<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function promiseWithResolvers<T>(this: PromiseConstructor): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>['resolve'] = () => {};
  let reject: PromiseWithResolvers<T>['reject'] = () => {};
  const promise = new this<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
