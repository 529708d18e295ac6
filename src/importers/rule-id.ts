/** Valid, readable and unique ids; the same input gives the same ids. */
export function createIds(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const base = slug(name);
    let id = base;
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
    taken.add(id);
    return id;
  };
}

const LONGEST = 50;

function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
  return plain === '' ? 'rule' : plain;
}
