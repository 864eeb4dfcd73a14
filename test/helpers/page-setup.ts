import { configure } from '@testing-library/react';

// What is awaited comes, but on a busy machine not within the second that is usual.
configure({ asyncUtilTimeout: 8_000 });
