#include "sm5/sm5.h"

int main(void)
{
    return 0;
}
